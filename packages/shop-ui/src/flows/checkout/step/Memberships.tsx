import { useQuery } from '@tanstack/react-query'
import { zero } from '@playhouse/domain/money'
import { ok } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { membershipOffersQuery, useAddItem, useBasket, useBrand, useRemoveItem } from '#server-state'
import { currentMembershipIds, membershipsQuery } from '../current-memberships.ts'
import { ChoiceStep } from './ChoiceStep.tsx'
import type { Step, StepFacts } from './step.ts'

const noMembership = 'none'

/** The memberships that are sold with tickets and that the visitor does not hold. */
export const membershipsToOffer = ({ memberships }: Pick<StepFacts['brand'], 'memberships'>, heldLevels: readonly string[]) =>
  memberships.flatMap(({ id, name, sold }) => (sold && !heldLevels.includes(id) ? [{ id, name, ...sold }] : []))

/** Offers a membership. Nothing is preset, and no choice means no. */
function Memberships() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const brand = useBrand()
  const { items } = useBasket()
  const { data } = useQuery(membershipsQuery)
  const { data: offered } = useQuery(membershipOffersQuery)
  const add = useAddItem()
  const remove = useRemoveItem()
  const inBasket = items.find(({ kind }) => kind === 'membership')
  const offers = membershipsToOffer(brand, currentMembershipIds(data?.memberships ?? []))
  const savingOf = (id: string): string[] => {
    const saves = offered?.memberships.find(({ membership }) => membership === id)?.saves ?? zero
    return saves > 0 ? [t('membership.saves', { amount: money(saves) })] : []
  }
  return (
    <ChoiceStep
      step="memberships"
      title={t('membership.title')}
      lead={t('membership.body')}
      question={t('membership.question')}
      initial={offers.find(({ name }) => name === inBasket?.name)?.id ?? null}
      cards={[
        ...offers.map(({ id, name, price, months }) => ({
          value: id,
          label: <span lang={brand.defaultLocale}>{name}</span>,
          hint: [t('membership.months', { count: months }), ...savingOf(id)].join(' · '),
          detail: money(price),
        })),
        { value: noMembership, label: t('membership.none') },
      ]}
      save={async (choice) => {
        const membership = offers.find(({ id }) => id === choice)
        if (membership && membership.name === inBasket?.name) return ok(undefined)
        // The new one first: seats of a priority period need one of them.
        const addition = membership ? await add.mutateAsync({ body: { kind: 'membership', membership: membership.id } }) : ok(undefined)
        return inBasket && addition.ok ? remove.mutateAsync({ params: { id: inBasket.id } }) : addition
      }}
    />
  )
}

export const memberships: Step = {
  id: 'memberships',
  isNeeded: ({ brand, customer, memberships: heldLevels }) =>
    customer !== null && !customer.isGuest && membershipsToOffer(brand, heldLevels).length > 0,
  Screen: Memberships,
}
