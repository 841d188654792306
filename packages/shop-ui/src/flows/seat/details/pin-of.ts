import type { Instance } from '@playhouse/api-client/contract'
import { accessOf, factsOf, knowsHeights, seatingOf, typeOf } from '@playhouse/domain/plan'
import { type Eye, viewFrom } from '@playhouse/seatmap/view-from-seat'
import type { Pin } from './compare-pins.ts'
import { type SeatingModel, priceAt } from '../model/seating-model.ts'

/** Collects the facts of a seat for the comparison. */
export function pinOf(instance: Instance, model: SeatingModel, index: number): Pin {
  const { plan } = model
  const facts = factsOf(plan, index)
  const area = plan.areas[plan.areaOf[index]!]!
  const access = accessOf(area)
  const shareFor = (eye: Eye): number => viewFrom(plan, index, eye).share
  return {
    instance: instance.id,
    event: instance.event,
    title: instance.production.title,
    startsAt: instance.startsAt,
    timeZone: instance.timeZone,
    seat: plan.idOf(index),
    seating: seatingOf(plan, index),
    area: area.name,
    row: plan.rows[plan.rowOf[index]!]!.label,
    number: plan.numberOf(index),
    price: priceAt(model, index)?.price ?? null,
    share: knowsHeights(plan) ? { adult: shareFor('adult'), child: shareFor('child'), wheelchair: shareFor('wheelchair') } : null,
    isRestricted: typeOf(plan, index) === 'restricted-view',
    isSpace: typeOf(plan, index) === 'wheelchair',
    metres: facts.metresToStage,
    steps: access === 'unknown' ? null : area.steps,
    endOfRow: facts.endOfRow,
    stepFree: access === 'unknown' ? null : facts.stepFree,
    toiletMetres: area.toiletMetres || null,
  }
}
