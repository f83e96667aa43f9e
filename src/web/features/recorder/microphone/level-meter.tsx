import { useComputedColorScheme } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { barHeight } from './meter.ts'
import classes from '../recorder.module.css'

const barWidth = 3
const spacing = 5
/** Number of levels per bar with reduced motion. One bar is then one second. */
const levelsPerCalmBar = 10

type Props = {
  /** Must not change while the meter is shown. */
  onLevel: (listener: (level: number) => void) => () => void
  isCapturing: boolean
  className?: string | undefined
}

/** Bars of the latest levels, the newest one highlighted, to show that sound is captured. */
export function LevelMeter({ onLevel, isCapturing, className = classes.meter }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const levels = useRef<number[]>([])
  const isCalm = useReducedMotion()
  // The meter is redrawn when the color scheme changes.
  useComputedColorScheme('light')

  const draw = useEffectEvent(() => {
    if (canvas.current) drawBars(canvas.current, levels.current, isCapturing)
  })
  useEffect(() => {
    let loudest = 0
    let levelCount = 0
    return onLevel((level) => {
      loudest = Math.max(loudest, level)
      levelCount += 1
      if (isCalm && levelCount < levelsPerCalmBar) return
      levels.current = [...levels.current.slice(-400), loudest]
      loudest = 0
      levelCount = 0
      draw()
    })
  }, [onLevel, isCalm])
  useEffect(() => {
    const observer = new ResizeObserver(() => draw())
    if (canvas.current) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => draw())

  return <canvas ref={canvas} className={className} aria-hidden />
}

function drawBars(canvas: HTMLCanvasElement, levels: readonly number[], isCapturing: boolean): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { clientWidth: width, clientHeight: height } = canvas
  const scale = window.devicePixelRatio
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  context.scale(scale, scale)
  const style = getComputedStyle(canvas)
  const color = (name: string) => style.getPropertyValue(name)
  const count = Math.floor((width + spacing - barWidth) / spacing)
  const left = (width - (count * spacing - (spacing - barWidth))) / 2
  for (let place = 0; place < count; place++) {
    const level = levels[levels.length - count + place]
    const isNewest = place === count - 1 && level !== undefined
    const bar = Math.max(barWidth, barHeight(level ?? 0) * height)
    context.fillStyle = color(
      level === undefined || !isCapturing ? '--meter-quiet' : isNewest ? '--meter-now' : '--meter-bar',
    )
    context.beginPath()
    context.roundRect(left + place * spacing, (height - bar) / 2, barWidth, bar, barWidth / 2)
    context.fill()
  }
}
