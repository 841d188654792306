import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Household } from '@playhouse/api-client/contract'
import { hasVisibleText } from '@playhouse/domain/sanitize'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { RadioCards } from '#form/RadioCards'
import { TextField } from '#form/TextField'
import { type ApiMutation, MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { householdQuery } from './queries.ts'

const nameOf = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string => `${firstName} ${lastName}`
const storeHousehold = (household: Household): void => queryClient.setQueryData(householdQuery.queryKey, household) as void

/** Chooses the booking member of the household, and adds or removes members. */
export function HouseholdChooser() {
  const t = useWords('profile')
  const { members } = useSuspenseQuery(householdQuery).data
  const mutation = useApiMutation()
  const [customer, ...otherMembers] = members
  const booking = members.find(({ isBooking }) => isBooking)
  const setBookingMember = (id: string): Promise<unknown> =>
    mutation.send(() => api.me.bookFor({ body: { booking: id } }), {
      message: t('household.nowBooking', { name: nameOf(members.find((member) => member.id === id)!) }),
      onSuccess: storeHousehold,
    })
  return (
    <div className={styles.section}>
      <MutationOutcome mutation={mutation} />
      {otherMembers.length > 0 && (
        <RadioCards
          name="booking"
          label={t('household.who')}
          value={booking?.id ?? null}
          disabled={mutation.isPending}
          onChange={(id) => void setBookingMember(id)}
          cards={members.map((member) => ({
            value: member.id,
            label: member.id === customer?.id ? t('household.me', { name: nameOf(member) }) : nameOf(member),
          }))}
        />
      )}
      {otherMembers.length > 0 && (
        <ul role="list" className={styles.actions}>
          {otherMembers.map((member) => (
            <li key={member.id}>
              <Button
                look="quiet"
                onPress={() =>
                  void mutation.send(() => api.me.removeMember({ params: { id: member.id } }), {
                    message: t('household.removed', { name: nameOf(member) }),
                    onSuccess: storeHousehold,
                  })
                }
              >
                {t('household.remove', { name: nameOf(member) })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <AddMember mutation={mutation} />
    </div>
  )
}

function AddMember({ mutation }: { readonly mutation: ApiMutation }) {
  const t = useWords('profile')
  const blank = { firstName: '', lastName: '' }
  const [name, setName] = useState(blank)
  const [isSent, setSent] = useState(false)
  const missing = (part: keyof typeof blank): string | undefined =>
    isSent && name[part].trim() === '' ? t(`account:errors.${part}`) : undefined
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setSent(true)
    if (!hasVisibleText(name.firstName) || !hasVisibleText(name.lastName)) return
    const result = await mutation.send(() => api.me.addMember({ body: name }), {
      message: t('household.added', { name: nameOf(name) }),
      onSuccess: storeHousehold,
    })
    if (!result.ok) return
    setName(blank)
    setSent(false)
  }
  const field = (part: keyof typeof blank) => (
    <TextField
      name={`member-${part}`}
      label={t(`account:field.${part}`)}
      value={name[part]}
      error={missing(part)}
      onChange={(value) => setName({ ...name, [part]: value })}
      autoComplete="off"
      maxLength={80}
    />
  )
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void add(event)} aria-label={t('household.add')}>
      {field('firstName')}
      {field('lastName')}
      <Button type="submit">{t('household.add')}</Button>
    </form>
  )
}
