// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusFallback } from './useFocusFallback.tsx'

afterEach(cleanup)

function Lines() {
  const [lines, setLines] = useState(['one', 'two'])
  const [panel, title] = [useRef<HTMLDivElement>(null), useRef<HTMLHeadingElement>(null)]
  useFocusFallback(panel, title)
  return (
    <div ref={panel}>
      <h2 ref={title} tabIndex={-1}>
        Lines
      </h2>
      {lines.map((line) => (
        <button key={line} type="button" onClick={() => setLines(lines.filter((other) => other !== line))}>
          {line}
        </button>
      ))}
    </div>
  )
}

test('focuses the heading when a press removes the button', () => {
  render(<Lines />)
  const one = screen.getByText('one')
  act(() => one.focus())
  fireEvent.click(one)
  expect(document.activeElement).toBe(screen.getByText('Lines'))
})

test('keeps the focus when another element has it', () => {
  render(<Lines />)
  const two = screen.getByText('two')
  act(() => screen.getByText('one').focus())
  act(() => two.focus())
  fireEvent.click(screen.getByText('one'))
  expect(document.activeElement).toBe(two)
})
