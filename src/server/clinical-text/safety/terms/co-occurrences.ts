import { aboutMind } from './co-occurrences-mind.ts'
import { aboutOneself } from './co-occurrences-self.ts'
import { betweenPersons } from './co-occurrences-others.ts'
import type { Cooccurrence } from './co-occurrence.ts'

export const cooccurrences: readonly Cooccurrence[] = [...aboutOneself, ...betweenPersons, ...aboutMind]
