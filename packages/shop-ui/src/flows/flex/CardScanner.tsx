import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Notice } from '#ui/Notice'
import { createDetector } from './card-detector.ts'
import styles from './SubscriptionCard.module.css'

/** Milliseconds between two looks at the picture of the camera. */
const interval = 250

type ScannerProps = { readonly onScan: (text: string) => void; readonly onClose: () => void }

/** The picture of the camera, until a code is read. The camera is off as soon as it leaves the page. */
export function CardScanner({ onScan, onClose }: ScannerProps) {
  const t = useWords('flex')
  const video = useRef<HTMLVideoElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const [isDenied, setDenied] = useState(false)
  const scan = useEffectEvent(onScan)
  useEffect(() => close.current?.focus(), [])
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stream: MediaStream | undefined
    const stop = (): void => {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const fail = (): void => {
      stop()
      if (!ended.signal.aborted) setDenied(true)
    }
    const start = async (): Promise<void> => {
      try {
        const opened = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        stream = opened
        if (ended.signal.aborted || !video.current) return stop()
        video.current.srcObject = opened
        await video.current.play()
        const detector = await createDetector()
        const look = async (): Promise<void> => {
          const [code] = video.current && !ended.signal.aborted ? await detector.detect(video.current) : []
          if (ended.signal.aborted) return
          if (code) return scan(code.rawValue)
          timer = setTimeout(() => void look().catch(fail), interval)
        }
        await look()
      } catch {
        // The visitor has refused the camera, there is none, or the detector cannot be loaded.
        fail()
      }
    }
    void start()
    return () => {
      ended.abort()
      stop()
    }
  }, [])
  return (
    <section className={styles.scanner} aria-label={t('card.camera')}>
      {isDenied ? <Notice role="status" title={t('card.noCamera')} /> : <p>{t('card.holdUp')}</p>}
      <video ref={video} muted playsInline className={styles.video} aria-hidden="true" hidden={isDenied} />
      <Button ref={close} onPress={onClose}>
        {t('card.stop')}
      </Button>
    </section>
  )
}
