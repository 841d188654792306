import { Buffer, type BufferUsage, type TypedArray } from 'pixi.js'

/**
 * A buffer whose content never changes: it is made for the graphics process and not kept. Pixi reads `data` when it
 * uploads, which is once, and once more after a lost context.
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

/** Such a buffer of so many bytes. Out of sight for a minute is not out of use: Pixi keeps it uploaded. */
export function createImmutableBuffer(bytes: number, usage: BufferUsage, make: () => TypedArray): Buffer {
  const buffer = new ImmutableBuffer(bytes, usage, make)
  buffer.autoGarbageCollect = false
  return buffer
}
