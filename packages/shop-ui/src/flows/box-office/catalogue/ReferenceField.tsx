import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import type { NamedTarget } from '@playhouse/domain/record-field'
import { ariaFieldProps, fieldClasses, FieldFrame, type FieldProps } from '#form/Field'
import { optionClasses, OptionLine } from '#form/options'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { announce } from '#ui/announce'
import { QueryStatus } from '../QueryStatus.tsx'
import { matchesSearch, type NamedThing, useNamedThings } from './reference-names.ts'
import styles from './ReferenceField.module.css'

/** A search lists no more things than can be read. */
const mostListed = 50

type Props = FieldProps & {
  /** What the field names. */
  readonly to: NamedTarget
}

/** Chooses one thing by its name or its date. The value is its id; empty for none. */
export function ReferenceField({
  to,
  value,
  onChange,
  ...frame
}: Props & { readonly value: string; readonly onChange: (value: string) => void }) {
  const { query, things } = useNamedThings(to)
  const chosen = things.find(({ id }) => id === value)
  const [typed, setTyped] = useState<string>()
  if (!query.data) return <QueryStatus query={query} height={6} />
  const shown = typed ?? chosen?.label ?? value
  const offered = things.filter(({ id, isOffered }) => isOffered || id === value)
  return (
    <SearchField
      {...{ frame, value }}
      typed={shown}
      // The name of what is chosen is no search.
      things={shown === chosen?.label ? offered : offered.filter((each) => matchesSearch(each, shown))}
      onType={(text) => {
        setTyped(text)
        if (text === '') onChange('')
      }}
      onChoose={(id) => {
        setTyped(undefined)
        onChange(id)
      }}
      onLeave={() => setTyped(undefined)}
    />
  )
}

/** Chooses several things by their names or dates. Each chosen one is a tag, which Delete or its button removes. */
export function ReferencesField({
  to,
  value,
  onChange,
  ...frame
}: Props & { readonly value: readonly string[]; readonly onChange: (value: readonly string[]) => void }) {
  const t = useWords('catalogue')
  const { query, things } = useNamedThings(to)
  const [typed, setTyped] = useState('')
  if (!query.data) return <QueryStatus query={query} height={6} />
  const nameOf = (id: string): string => things.find((each) => each.id === id)?.label ?? id
  return (
    <div>
      <SearchField
        {...{ frame, typed }}
        value={null}
        things={things.filter((each) => each.isOffered && !value.includes(each.id) && matchesSearch(each, typed))}
        onType={setTyped}
        onChoose={(id) => {
          setTyped('')
          onChange([...value, id])
          announce(nameOf(id))
        }}
        onLeave={() => setTyped('')}
      />
      {value.length > 0 && (
        <TagGroup
          aria-label={t('reference.chosen', { label: String(frame.label) })}
          onRemove={(keys) => onChange(value.filter((id) => !keys.has(id)))}
        >
          <TagList className={classNames(styles['tags'])} items={value.map((id) => ({ id, name: nameOf(id) }))}>
            {({ id, name }) => (
              <Tag id={id} textValue={name} className={classNames(styles['tag'])}>
                {name}
                <Button slot="remove" aria-label={t('reference.remove', { name })}>
                  <X aria-hidden="true" />
                </Button>
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  )
}

type SearchProps = {
  readonly frame: FieldProps
  readonly value: string | null
  readonly typed: string
  /** Those that match what is typed. */
  readonly things: readonly NamedThing[]
  readonly onType: (text: string) => void
  readonly onChoose: (id: string) => void
  readonly onLeave: () => void
}

/** A text field with the list of the things that match it. */
function SearchField({ frame, value, typed, things, onType, onChoose, onLeave }: SearchProps) {
  const t = useWords('catalogue')
  const { name, label, hint, error, optional = false, disabled } = frame
  return (
    <ComboBox
      value={value}
      inputValue={typed}
      onInputChange={onType}
      onChange={(id) => id !== null && onChoose(String(id))}
      onBlur={onLeave}
      items={things.slice(0, mostListed)}
      allowsEmptyCollection
      // The list closes when the page scrolls: what was typed must stay.
      allowsCustomValue
      menuTrigger="input"
      {...ariaFieldProps({ error, optional, disabled })}
    >
      <FieldFrame {...{ label, hint, error, optional }}>
        <div className={classNames(styles['box'])}>
          <Input id={name} className={classNames(fieldClasses.box)} maxLength={200} autoComplete="off" spellCheck={false} />
          <Button aria-label={t('reference.show')}>
            <ChevronDown aria-hidden="true" />
          </Button>
        </div>
      </FieldFrame>
      <Popover className={optionClasses.popover} offset={4}>
        <ListBox<NamedThing>
          className={optionClasses.list}
          renderEmptyState={() => <p className={classNames(styles['empty'])}>{t('reference.none')}</p>}
        >
          {({ id, label: text }) => <OptionLine option={{ value: id, label: text }} />}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
