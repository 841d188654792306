import { type FormEvent, type ReactNode, useState } from 'react'
import type { PlannedReplan } from '@playhouse/api-client/contract'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'

type Props = {
  readonly replan: PlannedReplan
  readonly isPending: boolean
  readonly onApply: (reason: string) => void
  /** The outcome of the last try, beside its button. */
  readonly outcome: ReactNode
}

/** The consequences of the change in a few sentences, its reason, and the button that makes it. */
export function ApplyReplan({ replan: { moves }, isPending, onApply, outcome }: Props) {
  const t = useWords('replan')
  const words = useWords('planning')
  const [reason, setReason] = useState('')
  const [isAsked, setAsked] = useState(false)
  const orders = new Set(moves.flatMap(({ order }) => order ?? [])).size
  const missing = moves.filter(({ to }) => to === null).length
  const isMissing = isAsked && reason.trim() === ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (reason.trim() === '') document.getElementById('replan-reason')?.focus()
    else onApply(reason.trim())
  }
  return (
    <section className={styles['panel']} aria-labelledby="replan-apply">
      <h2 id="replan-apply">{t('apply.title')}</h2>
      <ul>
        <li>{t('apply.moved', { count: moves.length })}</li>
        {orders > 0 && <li>{t('apply.orders', { count: orders })}</li>}
        {orders > 0 && <li>{t('apply.letters')}</li>}
        <li>{t('apply.prices')}</li>
        <li>{t('apply.back')}</li>
      </ul>
      {outcome}
      <form className={styles['form']} onSubmit={submit} aria-labelledby="replan-apply" noValidate>
        <TextField
          name="replan-reason"
          label={words('bulk.reason')}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={isMissing ? t('apply.noReason') : undefined}
        />
        {missing > 0 && <p>{t('apply.missing', { count: missing })}</p>}
        <Button type="submit" look="primary" isPending={isPending} isDisabled={missing > 0}>
          {t('apply.now')}
        </Button>
      </form>
    </section>
  )
}
