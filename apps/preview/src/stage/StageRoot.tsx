import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import { SpeechProvider } from '@playhouse/shop-ui/i18n'
import { brandNamed } from '#brand'
import type { Setting } from '#setting'
import type { Line, Order, Report } from '#channel'
import { speakPreview } from '#words'
import type { SwitchBoard } from './mock-api.ts'
import type { FrameCounter } from './frames.ts'
import type { Wardrobe } from './brand-styles.ts'

const MapStage = lazy(async () => ({ default: (await import('./MapStage.tsx')).MapStage }))
const SceneStage = lazy(async () => ({ default: (await import('./SceneStage.tsx')).SceneStage }))
const ShopStage = lazy(async () => ({ default: (await import('./ShopStage.tsx')).ShopStage }))

/** What the stage shows, as the workbench or the address last said. */
export type Show = {
  readonly setting: Setting
  /** The hall, where the workbench has drawn it; the stage alone draws it itself. */
  readonly data: PlanData | undefined
}
export type ShowBoard = { readonly now: () => Show; readonly subscribe: (changed: () => void) => () => void }

type StageRootProps = {
  readonly shows: ShowBoard
  readonly line: Line<Report, Order>
  readonly frames: FrameCounter
  readonly board: SwitchBoard
  readonly wardrobe: Wardrobe
}

/** Dresses the page in the brand, speaks its language, then raises the curtain. A change of either raises it anew. */
export function StageRoot({ shows, line, frames, board, wardrobe }: StageRootProps) {
  const { setting, data } = useSyncExternalStore(shows.subscribe, shows.now)
  const { brand: id, locale, palette } = setting
  const [costume, setCostume] = useState<{ readonly key: string; readonly brand: string }>()
  useEffect(() => {
    let left = false
    const brand = brandNamed(id)
    wardrobe.wear(brand, palette)
    void speakPreview(brand, locale).then(() => void (left || setCostume({ key: [id, locale, palette].join(), brand: id })))
    return () => {
      left = true
    }
  }, [id, locale, palette, wardrobe])
  useEffect(() => void document.documentElement.style.setProperty('font-size', `${setting.text}%`), [setting.text])

  if (!costume) return null
  const { currency, timeZone } = brandNamed(costume.brand)
  return (
    <Suspense>
      <SpeechProvider key={costume.key} currency={currency} timeZone={timeZone}>
        {setting.stage === 'shop' ? (
          <ShopStage setting={setting} sent={data} line={line} board={board} />
        ) : setting.stage === 'views' ? (
          <SceneStage setting={setting} sent={data} line={line} />
        ) : (
          <MapStage setting={setting} sent={data} line={line} frames={frames} />
        )}
      </SpeechProvider>
    </Suspense>
  )
}
