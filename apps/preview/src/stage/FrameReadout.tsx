import { useEffect, useState } from 'react'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { summarise, type FrameCounter } from './frames.ts'
import styles from './FrameReadout.module.css'

/** Milliseconds between two readings of the counter. */
const refreshMs = 500

/** Number of frames in the last second, with their median and worst script time. A map at rest draws none, so it shows zero. */
export function FrameReadout({ frames }: { readonly frames: FrameCounter }) {
  const t = useWords('preview')
  const { number } = useFormats()
  const [summary, setSummary] = useState(() => summarise([], 1))
  useEffect(() => {
    const timer = setInterval(() => setSummary(summarise(frames.since(performance.now() - 1000), 1)), refreshMs)
    return () => clearInterval(timer)
  }, [frames])
  const tenth = (value: number): string => number(Math.round(value * 10) / 10)
  return (
    <p className={styles['readout']}>
      {t('frames.readout', { count: summary.frames, median: tenth(summary.medianScript), worst: tenth(summary.worstScript) })}
    </p>
  )
}
