// Ends before it connects.
console.error('no licence found');
process.exit(3);
