import type { Ref } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { ListBox } from 'react-aria-components/ListBox'
import { classNames } from '#theme'
import styles from './Choice.module.css'
import type { FieldProps } from './Field.tsx'
import { type Option, OptionLine } from './options.tsx'
import { TextField } from './TextField.tsx'

type OptionFinderProps = Pick<FieldProps, 'name' | 'label' | 'hint'> & {
  /** The options that match the typed text. */
  readonly options: readonly Option[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onChoose: (value: string) => void
  /** In the place of the list where nothing matches. */
  readonly noMatch: string
  /** The name of the list. */
  readonly results: string
  readonly ref?: Ref<HTMLInputElement>
}

/**
 * A field that finds one of many options by the typed text: arrow keys move through the list below it, Enter chooses. The list is part
 * of the page: a popover would close when the page scrolls.
 */
export function OptionFinder({ name, label, hint, options, typed, onType, onChoose, noMatch, results, ref }: OptionFinderProps) {
  return (
    <Autocomplete inputValue={typed} onInputChange={onType}>
      <TextField name={name} label={label} hint={hint} type="search" value={typed} onChange={onType} {...(ref && { ref })} />
      <ListBox
        aria-label={results}
        className={classNames(styles.popover, styles.list)}
        items={options.map((option) => ({ id: option.value, option }))}
        renderEmptyState={() => noMatch}
        onAction={(value) => onChoose(String(value))}
      >
        {({ option }) => <OptionLine option={option} />}
      </ListBox>
    </Autocomplete>
  )
}
