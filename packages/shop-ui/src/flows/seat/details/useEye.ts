import { useState } from 'react'
import { type Eye, eyes } from '@playhouse/seatmap/view-from-seat'
import { writeStorage, readStorage } from '../choice/browser-storage.ts'

const key = 'seat-eye'
const local = (): Storage => localStorage

/** The default eye: a wheelchair user's for a wheelchair space, else an adult's. */
export const defaultEye = (isSpace: boolean | undefined): Eye => (isSpace ? 'wheelchair' : 'adult')

/** The eye that was chosen last on this device. */
export const savedEye = (): Eye | undefined => eyes.find((eye) => eye === readStorage(local, key))

/** The chosen eye and its setter. @param isSpace the seat is a wheelchair space */
export function useEye(isSpace: boolean): readonly [Eye, (eye: Eye) => void] {
  const [eye, setEye] = useState<Eye>(() => savedEye() ?? defaultEye(isSpace))
  const choose = (next: Eye): void => {
    writeStorage(local, key, next)
    setEye(next)
  }
  return [eye, choose]
}
