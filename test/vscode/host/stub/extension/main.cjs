exports.activate = () => ({ here: true });
