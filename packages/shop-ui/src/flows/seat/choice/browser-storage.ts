/** Reads a storage item; null if there is none or the storage is unavailable. */
export function readStorage(store: () => Storage, key: string): string | null {
  try {
    return store().getItem(key)
  } catch {
    return null
  }
}

/** Writes a storage item; does nothing if the storage is unavailable. */
export function writeStorage(store: () => Storage, key: string, value: string): void {
  try {
    store().setItem(key, value)
  } catch {
    // Storage may be disabled or full: the value then lasts as long as the screen.
  }
}
