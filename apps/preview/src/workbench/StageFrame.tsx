import { type CSSProperties, type RefObject, useEffect, useMemo, useState } from 'react'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { classNames } from '@playhouse/shop-ui/theme'
import { type Setting, sizeOf, startOf, writeStageLink } from '#setting'
import { filterOf } from '#vision'
import styles from './StageFrame.module.css'

type StageFrameProps = { readonly frame: RefObject<HTMLIFrameElement | null>; readonly setting: Setting }

/**
 * The visitor's window as a frame, so that widths, heights and media queries are those of that window. A window larger than
 * the workbench is scaled down, which does not affect the page inside.
 */
export function StageFrame({ frame, setting }: StageFrameProps) {
  const t = useWords('preview')
  const { number } = useFormats()
  const [bench, setBench] = useState<HTMLDivElement | null>(null)
  const room = useRoom(bench)
  const size = sizeOf(setting)
  const scale = size && room ? Math.min(1, room.width / size.width, room.height / size.height) : 1
  const start = startOf(setting)
  // The page starts with the emulated device features in its address; later changes are sent as messages.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const source = useMemo(() => `${location.pathname}#${writeStageLink(setting)}`, [start])
  const window = size && { inlineSize: size.width, blockSize: size.height }
  return (
    <div className={styles['bench']}>
      <div ref={setBench} className={styles['room']}>
        <div className={styles['place']} style={size && { inlineSize: size.width * scale, blockSize: size.height * scale }}>
          {/* The same page, which needs its origin to exchange messages with the workbench, so a sandbox would isolate nothing. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe
            key={start}
            ref={frame}
            title={t('stage.frame')}
            src={source}
            className={classNames(styles['frame'], size && styles['window'])}
            style={{ ...window, scale: String(scale), filter: filterOf(setting.vision) } as CSSProperties}
          />
        </div>
      </div>
      <p className={styles['measure']}>
        {size
          ? t('stage.size', { width: number(size.width), height: number(size.height), percent: number(Math.round(scale * 100)) })
          : room && t('stage.room', { width: number(Math.round(room.width)), height: number(Math.round(room.height)) })}
        {' · '}
        {t('stage.ratio', { count: devicePixelRatio })}
      </p>
    </div>
  )
}

/** The size of the available space, which may change. */
function useRoom(element: Element | null): { readonly width: number; readonly height: number } | undefined {
  const [room, setRoom] = useState<{ width: number; height: number }>()
  useEffect(() => {
    if (!element) return
    const sizes = new ResizeObserver(([entry]) => entry && setRoom({ width: entry.contentRect.width, height: entry.contentRect.height }))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [element])
  return room
}
