// The WebAssembly module of the service (`bindings/wasm`) as an object: `ask` passes a request and returns the answers.

/** @typedef {{type: string} & Record<string, any>} Answer */

/**
 * Starts a compiled module.
 * @param {WebAssembly.Module} module
 * @param {number} [seed] what has no seed of its own is derived from it
 */
export async function start(module, seed = 0) {
  /** @type {(answer: any) => void} */
  let receive = () => {};
  const env = {
    now_ms: () => performance.now(),
    emit: (/** @type {number} */ text, /** @type {number} */ length) =>
      receive(JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, text >>> 0, length)))),
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  const call = /** @type {Record<string, (...numbers: number[]) => number>} */ (/** @type {unknown} */ (exports));
  call.start(seed);

  /** Attaches a file to the request that follows at once. @param {Blob} file */
  async function attach(file) {
    const buffer = call.alloc(file.size) >>> 0;
    let at = buffer;
    for await (const part of partsOf(file.stream())) {
      new Uint8Array(memory.buffer, at, part.length).set(part);
      at += part.length;
    }
    call.attach(buffer, file.size);
  }

  /**
   * The answers to a request; an error of the service is thrown.
   * @param {object} question
   * @param {{each?: (answer: Answer) => void}} [more] what to do with each answer as it comes
   * @returns {Answer[]}
   */
  function ask(question, { each } = {}) {
    /** @type {Answer[]} */
    const answers = [];
    /** @type {{code: string, message: string}[]} */
    const errors = [];
    receive = (answer) => {
      if (answer.error) return void errors.push(answer.error);
      answers.push(answer);
      each?.(answer);
    };
    try {
      const bytes = new TextEncoder().encode(JSON.stringify(question));
      const buffer = call.alloc(bytes.length) >>> 0;
      new Uint8Array(memory.buffer, buffer, bytes.length).set(bytes);
      call.request(buffer, bytes.length);
    } catch (trap) {
      errors.push({ code: 'internal', message: String(trap) });
    }
    if (errors.length > 0) throw Object.assign(new Error(errors[0].message), { code: errors[0].code });
    return answers;
  }

  return { ask, attach, memory };
}

/** Bytes of a stream that are read at once. A browser takes over the bytes of a `Blob` of this size at once. */
const PART_BYTES = 1 << 17;

/** The bytes of a stream, part by part, all in one buffer where the browser can: what is garbage stays for long, all of
 * it while a worker searches. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>} */
export async function* partsOf(stream) {
  /** @type {ReadableStreamBYOBReader} */
  let reader;
  try {
    reader = stream.getReader({ mode: 'byob' });
  } catch {
    for (const plain = stream.getReader(); ;) {
      const { value, done } = await plain.read();
      if (done) return;
      yield value;
    }
  }
  for (let buffer = new ArrayBuffer(PART_BYTES), filled = 0; ;) {
    const { value, done } = await reader.read(new Uint8Array(buffer, filled));
    ({ buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (value));
    filled += value?.length ?? 0;
    if (filled === PART_BYTES || (done && filled > 0)) {
      yield new Uint8Array(buffer, 0, filled);
      filled = 0;
    }
    if (done) return;
  }
}
