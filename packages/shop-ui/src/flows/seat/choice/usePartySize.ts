import { useState } from 'react'
import { writeStorage, readStorage } from './browser-storage.ts'

const key = 'party'
const session = (): Storage => sessionStorage

/** The size of the party, at most `maximum`; 1 by default. Stored while the tab is open, for all performances. */
export function usePartySize(maximum: number): readonly [number, (size: number) => void] {
  const [size, setSize] = useState(() => Number(readStorage(session, key)) || 1)
  const choose = (next: number): void => {
    writeStorage(session, key, String(next))
    setSize(next)
  }
  return [Math.max(1, Math.min(size, maximum)), choose]
}
