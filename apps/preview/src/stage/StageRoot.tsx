import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import { MessagesProvider } from '@playhouse/shop-ui/i18n'
import { brandNamed } from '#brand'
import type { Setting } from '#setting'
import type { Channel, StageCommand, StageEvent } from '#channel'
import { speakPreview } from '#words'
import type { MockApi } from './mock-api.ts'
import type { FrameCounter } from './frames.ts'
import type { BrandStyles } from './brand-styles.ts'

const MapStage = lazy(async () => ({ default: (await import('./MapStage.tsx')).MapStage }))
const SceneStage = lazy(async () => ({ default: (await import('./SceneStage.tsx')).SceneStage }))
const ShopStage = lazy(async () => ({ default: (await import('./ShopStage.tsx')).ShopStage }))

/** State of the stage, from the workbench or the address. */
export type StageState = {
  readonly setting: Setting
  /** The hall that the workbench has sent; a stage alone in a tab loads it. */
  readonly data: PlanData | undefined
}
export type StageStateSource = { readonly now: () => StageState; readonly subscribe: (listener: () => void) => () => void }

type StageRootProps = {
  readonly stateSource: StageStateSource
  readonly channel: Channel<StageEvent, StageCommand>
  readonly frames: FrameCounter
  readonly mockApi: MockApi
  readonly brandStyles: BrandStyles
}

/** Applies the brand and loads the language, then renders the stage. A change of either remounts it. */
export function StageRoot({ stateSource, channel, frames, mockApi, brandStyles }: StageRootProps) {
  const { setting, data } = useSyncExternalStore(stateSource.subscribe, stateSource.now)
  const { brand: id, locale, palette } = setting
  const [applied, setApplied] = useState<{ readonly key: string; readonly brand: string }>()
  useEffect(() => {
    let isStale = false
    const brand = brandNamed(id)
    brandStyles.apply(brand, palette)
    void speakPreview(brand, locale).then(() => void (isStale || setApplied({ key: [id, locale, palette].join(), brand: id })))
    return () => {
      isStale = true
    }
  }, [id, locale, palette, brandStyles])
  useEffect(() => void document.documentElement.style.setProperty('font-size', `${setting.text}%`), [setting.text])

  if (!applied) return null
  const { currency, timeZone } = brandNamed(applied.brand)
  return (
    <Suspense>
      <MessagesProvider key={applied.key} currency={currency} timeZone={timeZone}>
        {setting.stage === 'shop' ? (
          <ShopStage setting={setting} importedPlan={data} channel={channel} mockApi={mockApi} />
        ) : setting.stage === 'views' ? (
          <SceneStage setting={setting} importedPlan={data} channel={channel} />
        ) : (
          <MapStage setting={setting} importedPlan={data} channel={channel} frames={frames} />
        )}
      </MessagesProvider>
    </Suspense>
  )
}
