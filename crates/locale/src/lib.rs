//! Every sentence in English and French; turns a typed error or a reason into words.
