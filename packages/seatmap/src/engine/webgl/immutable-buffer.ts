import { Buffer, type BufferUsage, type TypedArray } from 'pixi.js'

/**
 * A buffer whose content never changes. It is generated for each upload and not kept in memory: Pixi reads `data` once, and
 * once more after a lost context.
 */
class ImmutableBuffer extends Buffer {
  readonly #make: () => TypedArray

  constructor(bytes: number, usage: BufferUsage, make: () => TypedArray) {
    super({ size: bytes, usage })
    this.#make = make
  }
  override get data(): TypedArray {
    return this.#make()
  }
}

/** Creates an immutable buffer of `bytes` bytes. Pixi keeps it uploaded even when it is not drawn for a minute. */
export function createImmutableBuffer(bytes: number, usage: BufferUsage, make: () => TypedArray): Buffer {
  const buffer = new ImmutableBuffer(bytes, usage, make)
  buffer.autoGarbageCollect = false
  return buffer
}
