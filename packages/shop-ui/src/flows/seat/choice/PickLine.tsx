import { Undo2 } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { totalOf } from './choice.ts'
import type { House } from '../model/seating-model.ts'
import styles from './PickLine.module.css'
import type { SeatChoice } from './useChoice.ts'
import { useSeatVoice } from '../words/useSeatVoice.ts'

type PickLineProps = {
  readonly house: House
  readonly seats: Pick<SeatChoice, 'picked' | 'undo' | 'undone' | 'choice' | 'choose'>
  /** Where all of the party could sit together instead. */
  readonly nearest: readonly number[] | undefined
}

/** What the last press did, and the way back. One seat says itself where it is drawn; several are said here. */
export function PickLine({ house, seats: { picked, undo, undone, choice, choose }, nearest }: PickLineProps) {
  const t = useWords('seat')
  const id = useId()
  const { money } = useFormats()
  const voice = useSeatVoice(house)
  const line = picked && t(`pick.${picked.how}`, { count: picked.seats.length, seats: voice.seats(picked.seats) })
  // Which seats came and went is said where they are drawn; that it isn't quite what was asked for, and that it was undone, here.
  const total = money(totalOf(choice, house))
  const unasked = picked && (picked.how === 'split' || picked.how === 'fewer') ? line : undefined
  const taken =
    undone === 0 || picked ? undefined : choice.length > 0 ? t('pick.undone', { count: choice.length, total }) : t('pick.undoneNone')
  const said = unasked ?? taken
  useEffect(() => {
    if (said) announce(said)
  }, [said, picked, undone])
  if (!picked || picked.seats.length === 0) return null
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
