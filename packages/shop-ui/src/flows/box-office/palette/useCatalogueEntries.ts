import { useQuery } from '@tanstack/react-query'
import { isSingleKind, recordKindRules, recordKinds } from '@playhouse/domain/record-kind'
import type { StaffPermission } from '@playhouse/domain/staff'
import { loadMessages, useWords } from '#i18n'
import type { PaletteEntry } from './find-entries.ts'

/** The lists of the catalogue and its forms for new records, for a role that may open them. Empty until their names are loaded. */
export function useCatalogueEntries(may: (permission: StaffPermission) => boolean): readonly PaletteEntry[] {
  const t = useWords('box-office')
  const isLoaded = useQuery({
    queryKey: ['palette', 'names-of-catalogue'],
    queryFn: async () => {
      await loadMessages('planning')
      return true
    },
    enabled: may('read-programme'),
    staleTime: Infinity,
  }).data
  if (!isLoaded) return []
  const lists = recordKinds.flatMap((kind): PaletteEntry[] => {
    const path = `/smart/catalogue/${kind}`
    const isEditor = may('edit-catalogue') && may(recordKindRules[kind].permission) && !isSingleKind(kind)
    return [
      { value: path, label: t(`catalogue:kinds.${kind}.title`) },
      ...(isEditor ? [{ value: `${path}/new`, label: t(`catalogue:kinds.${kind}.create`) }] : []),
    ]
  })
  const cards = { value: '/smart/catalogue/access-cards', label: t('catalogue:accessCards.title') }
  return may('read-access-cards') ? [...lists, cards] : lists
}
