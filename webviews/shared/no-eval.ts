import * as z from 'zod';

// The policy of a webview forbids code from text. zod tries it when a schema is made, so this stands before them all.
z.config({ jitless: true });
