import { useMemo, useState } from 'react'
import type { PlanData } from '@playhouse/domain/plan'
import { createPalette, type SeatPalette } from '@playhouse/seatmap'
import { createSeatStore } from '@playhouse/seatmap/store'
import { useMapWords, useOffers } from '@playhouse/shop-ui/flows/seat'
import { performanceId } from '#sample'
import { ViewScene } from '#scene'
import type { Setting } from '#setting'
import type { Channel, StageCommand, StageEvent } from '#channel'
import { usePublicSeating } from './usePublicSeating.ts'
import { useSamplePerformance } from './useSamplePerformance.ts'

type SceneStageProps = {
  readonly setting: Setting
  readonly importedPlan: PlanData | undefined
  readonly channel: Channel<StageEvent, StageCommand>
}

/** The view from each seat, as a scene with overlays. */
export function SceneStage({ setting, importedPlan, channel }: SceneStageProps) {
  const { plan, priceList } = useSamplePerformance(setting, importedPlan)
  const seating = usePublicSeating(plan, priceList)
  const offers = useOffers(seating)
  const words = useMapWords(performanceId, seating, plan.name)
  const store = useMemo(() => createSeatStore(plan), [plan])
  // A change of brand or colours remounts the stage, so the palette holds while it is mounted.
  const [palette] = useState(quietPalette)
  const onCamera = useMemo(
    () => (move: (move: 'in' | 'out' | 'fit') => void) =>
      channel.listen((command) => {
        if (command.kind === 'camera') move(command.move)
      }),
    [channel],
  )
  return (
    <ViewScene
      key={setting.hall + plan.version}
      plan={plan}
      store={store}
      offers={offers}
      words={words}
      palette={palette}
      view={setting.view}
      onCamera={onCamera}
    />
  )
}

/** The brand's palette without price colours, because this stage shows views. */
function quietPalette(): SeatPalette {
  const style = getComputedStyle(document.documentElement)
  return createPalette((token) => style.getPropertyValue(`--${token.startsWith('band-') ? 'house-line' : token}`).trim())
}
