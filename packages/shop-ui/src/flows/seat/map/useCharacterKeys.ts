import { useState } from 'react'
import { writeStorage, readStorage } from '../choice/browser-storage.ts'

const key = 'seat-character-keys'
const local = (): Storage => localStorage

/** Whether character keys are shortcuts of the map (WCAG 2.1.4); stored on this device. */
export function useCharacterKeys(): readonly [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(() => readStorage(local, key) !== 'off')
  const choose = (next: boolean): void => {
    writeStorage(local, key, next ? 'on' : 'off')
    setOn(next)
  }
  return [isOn, choose]
}
