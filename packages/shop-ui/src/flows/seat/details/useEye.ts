import { useState } from 'react'
import { type Eye, eyes } from '@playhouse/seatmap/view-from-seat'
import { writeStorage, readStorage } from '../choice/browser-storage.ts'

const key = 'seat-eye'
const local = (): Storage => localStorage

/** Whose view is shown, where nobody has said: a wheelchair space is looked from by somebody in one. */
export const defaultEye = (isSpace: boolean | undefined): Eye => (isSpace ? 'wheelchair' : 'adult')

/** Whose view was asked for last; remembered on this device. */
export const savedEye = (): Eye | undefined => eyes.find((one) => one === readStorage(local, key))

/** Whose view is shown, and the way to ask for another's. @param isSpace the seat is a wheelchair space */
export function useEye(isSpace: boolean): readonly [Eye, (eye: Eye) => void] {
  const [eye, setEye] = useState<Eye>(() => savedEye() ?? defaultEye(isSpace))
  const choose = (next: Eye): void => {
    writeStorage(local, key, next)
    setEye(next)
  }
  return [eye, choose]
}
