import { Undo2 } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { totalOf } from './choice.ts'
import type { SeatingModel } from '../model/seating-model.ts'
import styles from './PickLine.module.css'
import type { SeatChoice } from './useChoice.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type PickLineProps = {
  readonly model: SeatingModel
  readonly seats: Pick<SeatChoice, 'lastPick' | 'undo' | 'undoCount' | 'choice' | 'choose'>
  /** Seats where the whole party can sit together instead. */
  readonly nearest: readonly number[] | undefined
}

/** The effect of the last choice, with undo. A change of one seat is announced where it is drawn, a change of several here. */
export function PickLine({ model, seats: { lastPick, undo, undoCount, choice, choose }, nearest }: PickLineProps) {
  const t = useWords('seat')
  const id = useId()
  const { money } = useFormats()
  const voice = useSeatVoice(model)
  const line = lastPick && t(`pick.${lastPick.how}`, { count: lastPick.seats.length, seats: voice.seats(lastPick.seats) })
  // Changed seats are announced where they are drawn; here only that the result differs from the request, and an undo.
  const total = money(totalOf(choice, model))
  const partialPick = lastPick && (lastPick.how === 'split' || lastPick.how === 'fewer') ? line : undefined
  const takenLine =
    undoCount === 0 || lastPick ? undefined : choice.length > 0 ? t('pick.undone', { count: choice.length, total }) : t('pick.undoneNone')
  const announcement = partialPick ?? takenLine
  useEffect(() => {
    if (announcement) announce(announcement)
  }, [announcement, lastPick, undoCount])
  if (!lastPick || lastPick.seats.length === 0) return null
  return (
    <div className={styles['line']}>
      <p id={id}>{line}</p>
      <Button look="quiet" aria-describedby={id} onPress={undo}>
        <Undo2 aria-hidden="true" />
        {t('pick.undo')}
      </Button>
      {nearest && <Button onPress={() => choose(nearest)}>{t('pick.nearest', { seats: voice.seats(nearest) })}</Button>}
    </div>
  )
}
