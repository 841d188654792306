import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { ListBox } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select, SelectValue } from 'react-aria-components/Select'
import { ImmediateFocus } from '#ui/immediateFocus'
import { type Option, OptionLine } from '#form/options'
import { classNames } from '#theme'
import styles from './PriceTypeSelect.module.css'
import controls from '../SeatControls.module.css'

type PriceTypeSelectProps = {
  readonly label: string
  readonly options: readonly Option[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The price type of a seat, as a compact select in the line of its card. */
export function PriceTypeSelect({ label, options, value, onChange }: PriceTypeSelectProps) {
  const list = useRef<HTMLDivElement>(null)
  return (
    <Select aria-label={label} value={value} onChange={(key) => key !== null && onChange(String(key))}>
      <Button className={styles['trigger'] ?? ''}>
        <SelectValue>{({ selectedText, defaultChildren }) => selectedText || defaultChildren}</SelectValue>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className={classNames(controls['popover'], styles['popover'])} offset={4}>
        <ListBox ref={list} className={controls['options'] ?? ''} items={options.map((option) => ({ id: option.value, option }))}>
          {({ option }) => <OptionLine option={option} />}
        </ListBox>
        <ImmediateFocus within={list} />
      </Popover>
    </Select>
  )
}
