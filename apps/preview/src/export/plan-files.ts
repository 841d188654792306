import { type Plan, type PlanData, usualGap, writePlanBytes } from '@playhouse/domain/plan'
import { draftOf, exportPretix } from '@playhouse/domain/plan/import'
import { bands } from '@playhouse/domain/pricing'
import type { Brand } from '@playhouse/domain/brand'
import { samplePerformanceOf } from '#sample'
import { buildSeatingModel } from '@playhouse/shop-ui/flows/seat'
import { drawSvg } from './draw-svg.ts'

export const planFormats = ['json', 'plan', 'pretix', 'svg'] as const
export type PlanFormat = (typeof planFormats)[number]

/** A plan as a file to save: our JSON, our packed bytes, the pretix editor's JSON, or a drawing in a brand's colours. */
export function writePlanFile(format: PlanFormat, data: PlanData, plan: Plan, brand: Brand): File {
  const name = data.hall.replaceAll(/[^\w-]+/g, '-')
  switch (format) {
    case 'json':
      return new File([JSON.stringify(data)], `${name}.json`, { type: 'application/json' })
    case 'plan':
      return new File([writePlanBytes(data)], `${name}.plan`, { type: 'application/octet-stream' })
    case 'pretix':
      return new File([JSON.stringify(exportPretix(draftOf(plan)), null, 1)], `${name}.pretix.json`, { type: 'application/json' })
    case 'svg':
      return new File([drawSvg(plan, usualGap(plan), inkOf(brand, data))], `${name}.svg`, { type: 'image/svg+xml' })
  }
}

function inkOf(brand: Brand, data: PlanData) {
  const { colours, scheme } = brand
  const tokens = colours[scheme === 'dark' ? 'dark' : 'light']
  const { plan, priceList } = samplePerformanceOf(brand, data)
  const { bandOf } = buildSeatingModel(plan, priceList)
  return {
    house: tokens.house,
    stage: tokens.stage,
    line: tokens['house-line'],
    ink: tokens['house-ink'],
    seatOf: (seat: number): string => {
      const band = bands[bandOf[seat]!]
      return band ? tokens[`band-${band}`] : tokens['seat-taken']
    },
  }
}

/** Makes the browser save a file. It is created in the page and sent to no host. */
export function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  // The browser starts to read it in the next turn of the event loop; a minute is enough for any disk.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
