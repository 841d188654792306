import { Trash2 } from 'lucide-react'
import type { BasketItem } from '@playhouse/api-client/contract'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useItemName, useItemNotes } from '#ticketing/ItemText'
import { useApiMutation } from '#mutation'
import { useBasket, useRemoveItem } from '#server-state'
import styles from './BasketPage.module.css'
import own from './ItemGroup.module.css'

/** The basket items of one kind, with details, amounts and removal. */
export function ItemGroup({ kind, items }: { readonly kind: BasketItem['kind']; readonly items: readonly BasketItem[] }) {
  const t = useWords('basket')
  const { money } = useFormats()
  const nameOf = useItemName()
  const notesOf = useItemNotes()
  const count = useBasket().tickets.length
  const remove = useRemoveItem()
  const { send, problem, isPending } = useApiMutation()
  const removeItem = (item: BasketItem) =>
    send(() => remove.mutateAsync({ params: { id: item.id } }), { message: t('items.removed', { item: nameOf(item) }) })
  return (
    <section className={styles.group} aria-labelledby={`items-${kind}`}>
      <h2 id={`items-${kind}`}>{t(`items.${kind}`)}</h2>
      {problem && <ProblemNotice problem={problem} bare />}
      <ul role="list">
        {items.map((item) => (
          <li key={item.id} className={own.item}>
            <div>
              <h3>{item.name || t('part:tickets', { count })}</h3>
              {notesOf(item).map((note) => (
                <p key={note} className={own.detail}>
                  {note}
                </p>
              ))}
            </div>
            <p className={own.amount}>{money(item.amount)}</p>
            <Button
              look="icon"
              aria-label={t('items.remove', { item: nameOf(item) })}
              onPress={() => void removeItem(item)}
              isDisabled={isPending}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
