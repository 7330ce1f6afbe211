throw new Error('no keychain here');
