import { useSuspenseQuery } from '@tanstack/react-query'
import type { ContactPreferences } from '@playhouse/api-client/contract'
import { useFormats, useWords, useTheatreLanguage } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, queryClient, useBrand } from '#server-state'
import styles from './AccountPage.module.css'
import { preferencesQuery } from './queries.ts'

type Permission = ContactPreferences['permissions'][number]
const setCachedPreferences = (preferences: ContactPreferences): void =>
  queryClient.setQueryData(preferencesQuery.queryKey, preferences) as void

/** The purposes and channels for which the theatre may contact the customer. No choice is preselected. Each change is saved and announced immediately. */
export function ContactPreferencesPage() {
  const t = useWords('profile')
  const { instant } = useFormats()
  const { name } = useBrand()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { wording, permissions, interests } = useSuspenseQuery(preferencesQuery).data
  const mutation = useApiMutation()
  const setPermission = ({ purpose, channel }: Permission, isAllowed: boolean): Promise<unknown> =>
    mutation.send(() => api.me.setContactPreferences({ body: { wording, permissions: [{ purpose, channel, isAllowed }] } }), {
      message: t(isAllowed ? 'contact.allowed' : 'contact.refused', {
        channel: t(`channel.${channel}`),
        purpose: t(`purpose.${purpose}`),
      }),
      onSuccess: setCachedPreferences,
    })
  const setInterest = (id: string, name: string, isChosen: boolean): Promise<unknown> => {
    const interestIds = interests.filter((interest) => (interest.id === id ? isChosen : interest.isChosen)).map((interest) => interest.id)
    return mutation.send(() => api.me.setContactPreferences({ body: { wording, permissions: [], interests: interestIds } }), {
      message: t(isChosen ? 'contact.interested' : 'contact.notInterested', { interest: name }),
      onSuccess: setCachedPreferences,
    })
  }
  const groups = [...Map.groupBy(permissions, ({ purpose }) => purpose)]
  const lastChangedAt = permissions
    .flatMap(({ saidAt }) => saidAt ?? [])
    .toSorted()
    .at(-1)
  return (
    <>
      <PageHeading>{t('page.contact-preferences')}</PageHeading>
      <p className={styles.lead}>{t('contact.lead', { name })}</p>
      <MutationOutcome mutation={mutation} />
      {groups.map(([purpose, channels]) => (
        <fieldset key={purpose} className={styles.group}>
          <legend>{t(`purpose.${purpose}`)}</legend>
          <p className={styles.note}>{t(`purposeHint.${purpose}`)}</p>
          {channels.map((permission) => (
            <Checkbox
              key={permission.channel}
              name={`${purpose}-${permission.channel}`}
              value={permission.isAllowed}
              disabled={mutation.isPending}
              onChange={(isAllowed) => void setPermission(permission, isAllowed)}
            >
              {t(`by.${permission.channel}`)}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      {interests.length > 0 && (
        <fieldset className={styles.group}>
          <legend>{t('contact.interests')}</legend>
          {interests.map(({ id, name: interest, isChosen }) => (
            <Checkbox
              key={id}
              name={`interest-${id}`}
              value={isChosen}
              disabled={mutation.isPending}
              onChange={(isChosen) => void setInterest(id, interest, isChosen)}
            >
              <span lang={lang}>{interest}</span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <p className={styles.note}>
        {lastChangedAt && `${t('contact.last', { when: instant(lastChangedAt) })} `}
        {t('contact.evidence')}
      </p>
    </>
  )
}
