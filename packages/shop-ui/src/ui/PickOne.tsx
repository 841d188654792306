import { type ReactNode, useId } from 'react'

export type PickOneProps<Value extends string> = {
  /** Names the group. */
  readonly label: string
  readonly choices: readonly { readonly value: Value; readonly face: ReactNode }[]
  readonly value: Value
  readonly onPick: (value: Value) => void
  readonly className: string
  /** Of each choice; style the picked one by `:has(:checked)`. */
  readonly choiceClassName: string
}

/** One of a few that all show: the browser's radio buttons behind faces of our own. One is always picked; arrow keys walk. */
export function PickOne<Value extends string>({ label, choices, value, onPick, className, choiceClassName }: PickOneProps<Value>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {choices.map((choice) => (
        <label key={choice.value} className={choiceClassName}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onPick(choice.value)}
          />
          {choice.face}
        </label>
      ))}
    </div>
  )
}
