import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { ListBox, ListBoxSection } from 'react-aria-components/ListBox'
import { useNavigate } from 'react-router'
import { isOrderNumber } from '@playhouse/domain/order'
import { isStaffAllowed, type StaffPermission } from '@playhouse/domain/staff'
import { OptionLine } from '#form/options'
import { TextField } from '#form/TextField'
import { useFormats, useWords } from '#i18n'
import { Dialog } from '#ui/Dialog'
import { counterInstancesQuery, useCounterState } from '../counter-state.ts'
import { permissionOfPage } from '../page-permissions.ts'
import { productionsQuery } from '../planning/planning-queries.ts'
import { findEntries, type PaletteEntry } from './find-entries.ts'
import { type StaffScreen, staffScreens } from './staff-screens.ts'
import { useCatalogueEntries } from './useCatalogueEntries.ts'

type Group = { readonly id: 'order' | 'screens' | 'performances' | 'productions'; readonly entries: readonly PaletteEntry[] }

/** Opens a screen, a performance, a production or an order by some letters of its name: arrow keys choose, Enter opens. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const t = useWords('box-office')
  const { when } = useFormats()
  const navigate = useNavigate()
  const { role } = useCounterState().clerk
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has taken the focus: one opens this to type.
  useEffect(() => field.current?.focus(), [])
  const may = (permission: StaffPermission): boolean => isStaffAllowed(role, permission)
  const performances = useQuery({ ...counterInstancesQuery, enabled: may('sell') }).data ?? []
  const productions = useQuery({ ...productionsQuery, enabled: may('read-programme') }).data ?? []
  const screens = (Object.entries(staffScreens) as [StaffScreen, string][]).flatMap(([name, path]): PaletteEntry[] => {
    const permission = permissionOfPage(path)
    return permission === undefined || may(permission) ? [{ value: path, label: t(`palette.screen.${name}`) }] : []
  })
  const catalogue = useCatalogueEntries(may)
  const number = typed.trim().toUpperCase()
  const order =
    isOrderNumber(number) && may('read-orders') ? [{ value: `/smart/orders/${number}`, label: t('palette.order', { number }) }] : []
  const groups: Group[] = [
    { id: 'order', entries: order },
    { id: 'screens', entries: findEntries([...screens, ...catalogue], typed) },
    {
      id: 'performances',
      entries: findEntries(
        performances.map((each) => ({ value: `/smart/book/${each.id}`, label: each.title, detail: when(each) })),
        typed,
      ),
    },
    {
      id: 'productions',
      entries: findEntries(
        productions.map(({ id, title }) => ({ value: `/smart/productions/${id}`, label: title })),
        typed,
      ),
    },
  ]
  const shown = groups.filter(({ entries }) => entries.length > 0)
  return (
    <Dialog isOpen onClose={onClose} title={t('palette.title')}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <TextField
          name="palette"
          label={t('palette.label')}
          hint={t('palette.hint')}
          type="search"
          value={typed}
          onChange={setTyped}
          ref={field}
        />
        <ListBox
          aria-label={t('palette.results')}
          items={shown}
          renderEmptyState={() => t('palette.none')}
          onAction={(path) => {
            onClose()
            void navigate(String(path))
          }}
        >
          {({ id, entries }) => (
            <ListBoxSection id={id}>
              <Header>{t(`palette.group.${id}`)}</Header>
              {entries.map((entry) => (
                <OptionLine key={entry.value} option={entry} />
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
