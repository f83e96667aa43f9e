import { aboutMind } from './together-mind.ts'
import { aboutOneself } from './together-self.ts'
import { betweenPersons } from './together-others.ts'
import type { Together } from './together-type.ts'

export const together: readonly Together[] = [...aboutOneself, ...betweenPersons, ...aboutMind]
