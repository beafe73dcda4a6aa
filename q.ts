import { readFileSync } from 'node:fs';
import { read } from './packages/assistant-language/src/index.js';
