import { useState } from 'react'
import type { Basket } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { CodeDialog } from '#ticketing/CodeDialog'
import { type AnsweredProblem, useApplyPromo, useRemovePromo } from '#server-state'
import styles from './PromoLine.module.css'

/** The promo code of the basket: the way to one, or what the applied one does. */
export function PromoLine({ promo }: { readonly promo: Basket['promo'] }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const apply = useApplyPromo()
  const remove = useRemovePromo()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<AnsweredProblem>()
  const applyCode = async (code: string) => {
    const result = await apply.mutateAsync({ body: { code } })
    setProblem(undefined)
    if (result.ok && result.value.promo) announce(t('promo.said.applied', { name: result.value.promo.name }))
    return result.ok ? undefined : result.error
  }
  const takeOff = async (): Promise<void> => {
    const result = await remove.mutateAsync()
    setProblem(result.ok ? undefined : result.error)
    if (result.ok) announce(t('promo.said.removed'))
  }
  return (
    <section className={styles.promo} aria-label={t('promo.label')}>
      {problem && <ProblemNotice problem={problem} bare />}
      {promo ? (
        <div className={styles.applied}>
          <p>
            <strong>{promo.name}</strong> <span className={styles.code}>{promo.code}</span>
            <br />
            {promo.discount > 0 ? t('promo.discount', { amount: money(promo.discount) }) : t('promo.opens')}
          </p>
          <Button onPress={() => void takeOff()} isPending={remove.isPending}>
            {t('promo.remove')}
          </Button>
        </div>
      ) : (
        <Button look="quiet" onPress={() => setAsking(true)}>
          {t('promo.ask')}
        </Button>
      )}
      <CodeDialog kind="promo" isOpen={isAsking} onClose={() => setAsking(false)} onApply={applyCode} />
    </section>
  )
}
