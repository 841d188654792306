import { useState } from 'react'
import { type Eye, eyes } from '@playhouse/seatmap/view-from-seat'
import { keep, readKept } from '../choice/kept-choice.ts'

const key = 'seat-eye'
const local = (): Storage => localStorage

/** Whose view is shown; remembered on this device. */
export function useEye(): readonly [Eye, (eye: Eye) => void] {
  const [eye, setEye] = useState<Eye>(() => eyes.find((one) => one === readKept(local, key)) ?? 'adult')
  const choose = (next: Eye): void => {
    keep(local, key, next)
    setEye(next)
  }
  return [eye, choose]
}
