import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '#web/testing/render-part.tsx'
import { DayField } from './day-field.tsx'

const field = () => screen.getByLabelText('From')
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a date field reports a date once its year is complete, and an empty field', () => {
  const onChange = vi.fn()
  renderPart(<DayField label="From" value="2026-04-07" onChange={onChange} />)
  for (const value of ['2026-11-07', '0002-11-07', '0020-11-07', '0202-11-07', '2025-11-07']) type(value)
  expect(onChange.mock.calls.flat()).toEqual(['2026-11-07', '2025-11-07'])
  type('')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

test('a date field keeps what is typed while an earlier date arrives, and shows the date in use once it is left', () => {
  let arrive: (value: string) => void = () => {}
  function Late() {
    const [value, setValue] = useState('2026-04-07')
    arrive = setValue
    return <DayField label="From" value={value} onChange={() => {}} />
  }
  renderPart(<Late />)
  type('2026-11-07')
  type('0002-11-07')
  act(() => arrive('2026-11-07'))
  expect(field()).toHaveValue('0002-11-07')
  fireEvent.blur(field())
  expect(field()).toHaveValue('2026-11-07')
})
