// @vitest-environment jsdom
import { readPlan, usualGap } from '@playhouse/domain/plan'
import { hall } from '@playhouse/fixtures'
import { describe, expect, test } from 'vitest'
import { drawSvg } from './draw-svg.ts'

const plan = readPlan(hall('bridge-thrust'))
const ink = { house: '#111111', stage: '#eeeeee', line: '#888888', ink: '#ffffff', seatOf: () => '#ff0000' }
const parse = (svg: string): Document => new DOMParser().parseFromString(svg, 'image/svg+xml')

describe('the drawing', () => {
  const page = parse(drawSvg(plan, usualGap(plan), ink))

  test('has every seat once, by id', () => {
    const ids = [...page.querySelectorAll('[data-seat]')].map((seat) => seat.getAttribute('data-id'))
    expect(ids).toEqual(Array.from({ length: plan.seatCount }, (_, seat) => plan.idOf(seat)))
  })
  test('escapes the name of the hall', () => {
    const odd = { ...plan, name: '</title><script>alert(1)</script>&"' }
    const svg = parse(drawSvg(odd, 50, ink))
    expect(svg.querySelector('parsererror')).toBeNull()
    expect(svg.querySelector('script')).toBeNull()
    expect(svg.querySelector('title')?.textContent).toBe(odd.name)
  })
})
