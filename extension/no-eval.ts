import * as z from 'zod';

// Compiled parsers ask for `navigator`, which the extension host reports as a fault of the extension, and make the
// first parse of a message long. It must be said before a schema is made, so this comes before every other import.
z.config({ jitless: true });
