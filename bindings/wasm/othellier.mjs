// The WebAssembly module as an object: `ask` passes a request to the desk and returns its answers.

/** Loads the module from its bytes (or a response that has them). */
export async function load(bytes, seed = 0) {
    const imports = { env: { now_ms: () => performance.now() } };
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    const { memory, start, alloc, free, request } = instance.exports;
    start(seed);

    /** The answers to a request; an error of the desk is thrown. */
    function ask(question) {
        const text = new TextEncoder().encode(JSON.stringify(question));
        const buffer = alloc(text.length) >>> 0;
        new Uint8Array(memory.buffer, buffer, text.length).set(text);
        const answer = request(buffer, text.length) >>> 0;
        const length = new DataView(memory.buffer).getUint32(answer, true);
        const json = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, length));
        free(answer, length + 4);
        const { answers, error } = JSON.parse(json);
        if (error) throw Object.assign(new Error(error.message), { code: error.code });
        return answers;
    }

    return { ask, memory };
}
