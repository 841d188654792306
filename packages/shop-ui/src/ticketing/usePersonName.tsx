import type { PreviewPerson } from '@playhouse/domain/shop-preview'
import { useWords } from '#i18n'

/** Returns the name of the person of a preview. @param memberships levels of the brand */
export function usePersonName(memberships: readonly { readonly id: string; readonly name: string }[]): (person: PreviewPerson) => string {
  const t = useWords('planning')
  return (person) =>
    person.kind === 'member'
      ? t('shopPreview.person.member', { level: memberships.find(({ id }) => id === person.membership)?.name ?? person.membership })
      : t(`shopPreview.person.${person.kind}`)
}
