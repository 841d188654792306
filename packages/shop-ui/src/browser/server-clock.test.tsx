// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { serverNow, setServerTime, useTimeLeft } from './server-clock.ts'

it('counts down by the server’s clock when the device’s clock is wrong', () => {
  const anHourAhead = new Date(Date.now() + 3_600_000)
  setServerTime(anHourAhead.toISOString())
  expect(Math.abs(serverNow() - anHourAhead.getTime())).toBeLessThan(1000)

  function Left() {
    const left = useTimeLeft(new Date(anHourAhead.getTime() + 90_000).toISOString())
    return <p>{left === undefined ? 'none' : Math.round(left / 10_000)}</p>
  }
  render(<Left />)
  expect(screen.getByText('9')).toBeTruthy()
  setServerTime(new Date().toISOString())
})

it('is not in the server’s rendering, so that hydration meets no other second, and appears after it', () => {
  const deadline = new Date(serverNow() + 90_000).toISOString()
  const Left = () => <p>{useTimeLeft(deadline) === undefined ? 'none' : 'left'}</p>
  const container = document.createElement('div')
  container.innerHTML = renderToString(<Left />)
  expect(container.textContent).toBe('none')
  document.body.append(container)
  const errors: unknown[] = []
  render(<Left />, { container, hydrate: true, onRecoverableError: (error) => errors.push(error) })
  expect(container.textContent).toBe('left')
  expect(errors).toEqual([])
})
