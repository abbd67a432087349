//! An extension module finds the functions of Python when it is loaded: the linker must not look for them.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
