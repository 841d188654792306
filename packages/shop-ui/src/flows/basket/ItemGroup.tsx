import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { BasketItem } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useItemName } from '#ticketing/Totals'
import { type AnsweredProblem, useBasket, useRemoveItem } from '#server-state'
import styles from './BasketPage.module.css'
import own from './ItemGroup.module.css'

/** Items of one kind: what they are, what was said with them, and taking them out. */
export function ItemGroup({ kind, items }: { readonly kind: BasketItem['kind']; readonly items: readonly BasketItem[] }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const nameOf = useItemName()
  const count = useBasket().tickets.length
  const remove = useRemoveItem()
  const [problem, setProblem] = useState<AnsweredProblem>()
  const takeOut = async (item: BasketItem): Promise<void> => {
    const result = await remove.mutateAsync({ params: { id: item.id } })
    setProblem(result.ok ? undefined : result.error)
    if (result.ok) announce(t('items.removed', { item: nameOf(item) }))
  }
  return (
    <section className={styles.group} aria-labelledby={`items-${kind}`}>
      <h2 id={`items-${kind}`}>{t(`items.${kind}`)}</h2>
      {problem && <ProblemNotice problem={problem} bare />}
      <ul role="list">
        {items.map((item) => (
          <li key={item.id} className={own.item}>
            <div>
              <h3>{item.name || t('part:tickets', { count })}</h3>
              {item.detail && <p className={own.detail}>{item.detail}</p>}
            </div>
            <p className={own.amount}>{money(item.amount)}</p>
            <Button
              look="icon"
              aria-label={t('items.remove', { item: nameOf(item) })}
              onPress={() => void takeOut(item)}
              isDisabled={remove.isPending}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
