import { useRef } from 'react'
import { Button } from '#ui/Button'

type Props = {
  readonly label: string
  /** Endings and media types that the choice offers first. */
  readonly accept: string
  readonly isMultiple?: boolean
  readonly isPending: boolean
  /** Called with at least one file. */
  readonly onFiles: (files: readonly [File, ...File[]]) => Promise<void>
}

/** A button that opens the browser's choice of files. */
export function FileButton({ label, accept, isMultiple = false, isPending, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMultiple}
        hidden
        onChange={({ target }) => {
          const [first, ...more] = [...(target.files ?? [])]
          target.value = ''
          if (first) void onFiles([first, ...more])
        }}
      />
      <Button isPending={isPending} onPress={() => input.current?.click()}>
        {label}
      </Button>
    </div>
  )
}
